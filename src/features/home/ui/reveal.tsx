import type { ComponentProps } from 'react';

interface RevealProps extends Pick<ComponentProps<'div'>, 'className' | 'children'> {
  delaySeconds?: number;
}

/** Fades its content in once, where it lies below the fold when the page is read (document/reveal.ts). */
export const Reveal = ({ delaySeconds = 0, ...props }: RevealProps) => (
  <div
    data-reveal=""
    style={delaySeconds ? { ['--reveal-delay' as string]: `${delaySeconds}s` } : undefined}
    {...props}
  />
);
