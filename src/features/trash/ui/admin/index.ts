export { TrashPanel } from './trash-panel.tsx';
export { useRestoration, useTrashSpan } from './use-trash.ts';
