import { LucideProvider } from 'lucide-react';
import type { ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { iconStroke } from '#ui/icon-stroke.ts';
import { Toaster } from '#ui/toaster.tsx';
import { type IslandData, IslandFrame } from './island.tsx';
import { keepTypedWords } from './typed-words.ts';

/** Hydrates the island that `Island` has rendered. */
export function hydrateIsland<Props extends object>(Part: ComponentType<Props>): void {
  const place = document.querySelector<HTMLElement>('[data-island]');
  if (!place) return;
  const data: IslandData<Props> = JSON.parse(place.dataset.island ?? '');
  const { KeepTyped, options } = keepTypedWords();
  mountToaster();
  hydrateRoot(
    place,
    <KeepTyped>
      <IslandFrame {...data}>
        <Part {...data.props} />
      </IslandFrame>
    </KeepTyped>,
    options,
  );
}

/** Adds the notifications to a document that has no React root. */
export function mountToaster(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <LucideProvider strokeWidth={iconStroke}>
      <Toaster />
    </LucideProvider>,
  );
}
