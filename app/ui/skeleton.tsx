import { classNames } from './class-names.ts';

/** A bar where something will stand. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden
    className={classNames('block animate-pulse rounded-sm bg-hairline', className)}
  />
);
