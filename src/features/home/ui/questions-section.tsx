import { Plus } from 'lucide-react';
import { useId } from 'react';
import type { ItemsSection } from '#features/settings/rules/index.ts';
import { Eyebrow } from '#ui/candle.tsx';
import { Reveal } from './reveal.tsx';

/** Questions that expand to show their answers; nothing if there are none. */
export function QuestionsSection({ words }: { words: ItemsSection }) {
  const titleId = useId();
  if (words.items.length === 0) return null;
  return (
    <section
      aria-labelledby={titleId}
      className="border-t border-hairline bg-surface py-(--section)"
    >
      <Reveal className="container-site grid gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <Eyebrow>{words.eyebrow}</Eyebrow>
          <h2 id={titleId} className="mt-5 text-title">
            {words.title}
          </h2>
        </div>
        <div className="border-b border-hairline">
          {words.items.map(({ title, text }) => (
            <details key={title} className="printed-open group border-t border-hairline">
              <summary className="flex cursor-pointer list-none items-center justify-between gap-6 py-5 text-lead font-semibold hover:text-gold [&::-webkit-details-marker]:hidden">
                {title}
                <Plus
                  className="size-5 shrink-0 text-gold transition-transform group-open:rotate-45"
                  strokeWidth={1.5}
                />
              </summary>
              <p className="max-w-prose pb-6 whitespace-pre-line text-muted">{text}</p>
            </details>
          ))}
        </div>
      </Reveal>
    </section>
  );
}
