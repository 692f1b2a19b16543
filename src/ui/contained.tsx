import { Component, type ReactNode } from 'react';

interface ContainedProps {
  children: ReactNode;
  /** Shown after an error inside; nothing by default. */
  fallback?: (retry: () => void) => ReactNode;
  /** Renders the content again when it changes. */
  retryKey?: unknown;
}

/** An error boundary for a part of a page. */
export class Contained extends Component<ContainedProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override componentDidUpdate(before: ContainedProps): void {
    if (this.state.hasFailed && before.retryKey !== this.props.retryKey) this.retry();
  }

  retry = (): void => this.setState({ hasFailed: false });

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback?.(this.retry) : this.props.children;
  }
}
