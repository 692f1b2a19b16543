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
