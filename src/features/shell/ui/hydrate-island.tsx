import { LucideProvider } from 'lucide-react';
import type { ComponentType } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { iconStroke } from '#ui/icon-stroke.ts';
import { Toaster } from '#ui/toaster.tsx';
import { type IslandData, IslandFrame } from './island.tsx';
import { keepTypedWords } from './typed-words.ts';

/** Hydrates the island that `Island` has rendered. */
export function hydrateIsland<Props extends object>(Part: ComponentType<Props>): void {
  const root = document.querySelector<HTMLElement>('[data-island]');
  if (!root) return;
  const data: IslandData<Props> = JSON.parse(root.dataset.island ?? '');
  const { KeepTyped, options } = keepTypedWords();
  mountToaster();
  hydrateRoot(
    root,
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
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(
    <LucideProvider strokeWidth={iconStroke}>
      <Toaster />
    </LucideProvider>,
  );
}
