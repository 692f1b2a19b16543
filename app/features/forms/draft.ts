/** What a visitor has written into a form and not sent yet. */
export interface Draft {
  values: Record<string, string>;
  /** The last try to send it: its id, and the words it stood for. */
  attempt?: { id: string; content: string };
}

const storageKey = (formId: string) => `draft:${formId}`;

/** The draft of a form, or nothing when there is none or storage is blocked. */
export function readDraft(formId: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(formId)) ?? 'null');
    return isDraft(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft across reloads. Where storage is blocked the form itself still holds the words. */
export function writeDraft(formId: string, draft: Draft): void {
  try {
    localStorage.setItem(storageKey(formId), JSON.stringify(draft));
  } catch {
    // Nothing to do: the words stay in the form.
  }
}

/** Forgets the draft of a form. */
export function clearDraft(formId: string): void {
  try {
    localStorage.removeItem(storageKey(formId));
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('values' in value)) return false;
  const { values } = value;
  return (
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((text) => typeof text === 'string')
  );
}
