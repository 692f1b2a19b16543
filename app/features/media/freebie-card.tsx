import { FileText } from 'lucide-react';
import { ExternalButtonLink } from '#app/ui/button.tsx';
import type { Freebie } from '#domain/media.ts';

/** A PDF to open in a new tab. */
export function FreebieCard({ freebie }: { freebie: Freebie }) {
  return (
    <article className="flex h-full flex-col rounded-sm border border-hairline bg-surface p-7 xl:p-9">
      <FileText aria-hidden className="size-9 text-gold" strokeWidth={1.1} />
      <h2 className="mt-6 mb-8 text-heading text-wrap">{freebie.title}</h2>
      <ExternalButtonLink href={freebie.fileUrl} variant="secondary" className="mt-auto">
        <span>
          View & Download <span className="sr-only">{freebie.title}</span>
        </span>
      </ExternalButtonLink>
    </article>
  );
}
