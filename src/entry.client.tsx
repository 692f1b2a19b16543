import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepTypedWords } from './features/shell/ui/index.ts';

const { KeepTyped, options } = keepTypedWords();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <KeepTyped>
        <HydratedRouter />
      </KeepTyped>
    </StrictMode>,
    options,
  );
});
