import { Component, type ReactNode } from 'react';

interface ContainedProps {
  children: ReactNode;
  /** Shown instead once something inside has failed; nothing by default. */
  fallback?: (retry: () => void) => ReactNode;
  /** A change of it tries again. */
  retryKey?: unknown;
}

/** Keeps an error in a part of a page from replacing the whole page. */
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
