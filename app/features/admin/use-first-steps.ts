import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { toast } from '#app/ui/toast.ts';
import type { ConfirmableStep, FirstSteps } from '#domain/first-steps.ts';
import { messageOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';

const queryKey = ['first_steps'];

const say = (error: unknown) => toast.error(messageOf(error));

/** Returns how many of the first steps are done. */
export const countDone = ({ steps }: FirstSteps): number =>
  steps.filter(({ is_done }) => is_done).length;

/** Reads the progress of the first steps, and confirms, hides or shows them. */
export function useFirstSteps() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { data, isError, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => parseResponse(api['first-steps'].$get({}, { init: { signal } })),
    // A step may have been done on another page just now.
    staleTime: 0,
  });
  const readAgain = () => queryClient.invalidateQueries({ queryKey });
  const recall = useMutation({
    mutationFn: () => parseResponse(api['first-steps'].dismissal.$delete()),
    onSuccess: readAgain,
    onError: say,
  });
  const dismiss = useMutation({
    mutationFn: () => parseResponse(api['first-steps'].dismissal.$post()),
    onSuccess() {
      toast.success('List hidden. You can bring it back in Settings.', {
        action: { label: 'Undo', onClick: () => recall.mutate() },
      });
      return readAgain();
    },
    onError: say,
  });
  const confirm = useMutation({
    mutationFn: (step: ConfirmableStep) =>
      parseResponse(api['first-steps'].confirmations.$post({ json: { step } })),
    onSuccess: readAgain,
    onError: say,
  });
  return { data, isError, isFetching, readAgain, recall, dismiss, confirm };
}
