import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The site's motif: a candlestick. */
export const Candle = ({ className }: { className?: string }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 6 20"
    width="6"
    height="20"
    className={classNames('w-1.5 text-gold', className)}
  >
    <path d="M3 0v20" stroke="currentColor" strokeWidth="1" />
    <path d="M0.5 5h5v9h-5z" fill="currentColor" />
  </svg>
);

/** A small heading above a heading, with a candlestick. */
export const Eyebrow = ({ children }: { children: ReactNode }) => (
  <p className="label-caps flex items-center gap-3 text-gold">
    <Candle className="h-5" />
    {children}
  </p>
);
