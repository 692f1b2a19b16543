import { useSettings } from '#features/shell/ui/index.ts';
import { Picture } from '#features/uploads/ui/index.ts';
import type { PublicSettings } from '#server/page-context.ts';
import { classNames } from '#ui/class-names.ts';

interface MentorLineProps {
  portrait: PublicSettings['pictures']['portrait'];
  /** Shown while the settings have no record of the mentor. */
  text?: string | null;
  className?: string;
}

/** The mentor's portrait, name, city and record in two lines. Renders nothing while none of them is set. */
export function MentorLine({ portrait, text, className }: MentorLineProps) {
  const { name, city, record } = useSettings().mentor;
  const said = record ?? text;
  if (!name && !said) return null;
  return (
    <div className={classNames('flex max-w-xl items-center gap-4', className)}>
      {portrait && (
        <Picture
          {...portrait}
          alt=""
          sizes="3.5rem"
          className="size-14 shrink-0 rounded-full border border-gold-soft object-cover object-top"
        />
      )}
      <div>
        {name && <p className="font-semibold">{[name, city].filter(Boolean).join(' · ')}</p>}
        {said && <p className="text-muted">{said}</p>}
      </div>
    </div>
  );
}
