import type { ComponentProps } from 'react';

interface RevealProps extends Pick<ComponentProps<'div'>, 'className' | 'children'> {
  delaySeconds?: number;
}

/** Fades its content in once if it is below the fold when the page loads (document/reveal.ts). */
export const Reveal = ({ delaySeconds = 0, ...props }: RevealProps) => (
  <div
    data-reveal=""
    style={delaySeconds ? { ['--reveal-delay' as string]: `${delaySeconds}s` } : undefined}
    {...props}
  />
);
