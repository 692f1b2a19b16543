import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A bar where something will stand. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'block animate-pulse rounded-sm bg-hairline motion-reduce:animate-none',
        className,
      )}
    />
  );
}

/** Three cards that are still empty. */
export const ThreeCards = ({ children }: { children: ReactNode }) =>
  ['first', 'second', 'third'].map((name) => (
    <div
      key={name}
      data-testid="skeleton-card"
      className="overflow-hidden rounded-sm border border-hairline bg-surface"
    >
      {children}
    </div>
  ));

/** The same as a section of a page. `className` has their columns. */
export function SkeletonCards({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className={classNames('container-site grid gap-6 pb-(--section)', className)}>
      <ThreeCards>{children}</ThreeCards>
    </div>
  );
}
