import { type ReactNode, useId } from 'react';
import { Candle } from '#app/ui/candle.tsx';

interface AdminSectionProps {
  title: string;
  note?: ReactNode;
  /** Shown in place of the content while there is none. */
  emptyText: string;
  isEmpty: boolean;
  children: ReactNode;
}

/** One list of the admin under its heading. */
export function AdminSection({ title, note, emptyText, isEmpty, children }: AdminSectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-t border-hairline">
      <div className="container-site py-[clamp(2.5rem,5vw,4rem)]">
        <h2 id={headingId} className="text-heading">
          {title}
        </h2>
        {note && <p className="mt-2 max-w-prose text-muted">{note}</p>}
        {isEmpty ? (
          <div className="mt-8 grid justify-items-center gap-4 rounded-sm border border-dashed border-hairline-strong/50 px-6 py-12 text-center text-muted">
            <Candle className="h-8 w-3" />
            <p>{emptyText}</p>
          </div>
        ) : (
          <div className="mt-8">{children}</div>
        )}
      </div>
    </section>
  );
}
