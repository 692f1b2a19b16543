import { classNames } from '#app/ui/class-names.ts';
import { site } from '#content/site.ts';

/** The logo in the variant of the current theme. CSS picks it; both are small. */
export function Logo({ className }: { className?: string }) {
  return (
    <>
      <img
        src="/brand/logo-light.svg"
        alt={site.name}
        width={168}
        height={32}
        className={classNames('dark:hidden', className)}
      />
      <img
        src="/brand/logo-dark.svg"
        alt={site.name}
        width={168}
        height={32}
        className={classNames('hidden dark:block', className)}
      />
    </>
  );
}
