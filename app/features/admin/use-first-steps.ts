import { parseResponse } from 'hono/client';
import { toast } from '#app/ui/toast.ts';
import type { ConfirmableStep, FirstSteps } from '#domain/first-steps.ts';
import { useChange, useRead } from './requests.ts';

const keys = ['first_steps'];

/** Returns how many of the first steps are done. */
export const countDone = ({ steps }: FirstSteps): number =>
  steps.filter(({ is_done }) => is_done).length;

/** Reads the progress of the first steps, and confirms, hides or shows them. */
export function useFirstSteps() {
  const { data, isError, isFetching, refetch } = useRead(
    keys,
    (api, init) => api['first-steps'].$get({}, init),
    // A step may have been done on another page just now.
    { staleTime: 0 },
  );
  const recall = useChange({
    keys,
    send: (api) => parseResponse(api['first-steps'].dismissal.$delete()),
  });
  const dismiss = useChange({
    keys,
    send: (api) => parseResponse(api['first-steps'].dismissal.$post()),
    saved: () =>
      toast.success('List hidden. You can bring it back in Settings.', {
        action: { label: 'Undo', onClick: () => recall.mutate() },
      }),
  });
  const confirm = useChange({
    keys,
    send: (api, step: ConfirmableStep) =>
      parseResponse(api['first-steps'].confirmations.$post({ json: { step } })),
  });
  return { data, isError, isFetching, refetch, recall, dismiss, confirm };
}
