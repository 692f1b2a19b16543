import { useId } from 'react';
import type { ItemsSection } from '#features/settings/rules/index.ts';
import { Eyebrow } from '#ui/candle.tsx';
import { Reveal } from './reveal.tsx';

interface StepsSectionProps {
  words: ItemsSection;
  isNumbered?: boolean;
}

/** Steps in order; nothing if there are none. */
export function StepsSection({ words, isNumbered = true }: StepsSectionProps) {
  const titleId = useId();
  if (words.items.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="border-t border-hairline py-(--section)">
      <Reveal className="container-site">
        <Eyebrow>{words.eyebrow}</Eyebrow>
        <h2 id={titleId} className="mt-5 max-w-2xl text-title">
          {words.title}
        </h2>
        <ol className="mt-12 grid gap-x-12 gap-y-10 md:grid-cols-3 lg:mt-16">
          {words.items.map(({ title, text }, index) => (
            <li key={title} className="border-t-2 border-gold pt-6 only:col-span-full">
              {isNumbered && (
                <p aria-hidden className="mb-4 font-display text-5xl leading-none text-gold">
                  {index + 1}
                </p>
              )}
              <h3 className="text-heading">{title}</h3>
              <p className="mt-3 whitespace-pre-line text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </Reveal>
    </section>
  );
}
