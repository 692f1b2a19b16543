import { describeRetention } from '#domain/legal/describe-retention.ts';
import type { LegalSettings } from '#domain/settings/legal.ts';
import { useSectionState } from '../settings/use-section.ts';

/** Returns how long what was deleted can be restored, as the end of a sentence: ` for 30 days`; nothing until it is known. */
export function useTrashSpan(): string {
  const { data } = useSectionState<LegalSettings>('legal');
  return data ? ` for ${describeRetention(data.value.retention, 'trashDays')}` : '';
}
