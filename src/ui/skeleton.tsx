import { classNames } from './class-names.ts';

/** A placeholder while something loads. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden
    className={classNames('block animate-pulse rounded-sm bg-hairline', className)}
  />
);
