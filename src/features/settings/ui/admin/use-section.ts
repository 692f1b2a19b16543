import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import {
  type AdminApi,
  useAdminSession,
  useMentorClock,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import {
  noAnswer,
  type ProblemDetails,
  readDraft,
  readProblem,
  writeDraft,
} from '#features/forms/ui/index.ts';
import { metaOf } from '#features/settings/rules/fields.ts';
import {
  type Preview,
  type SettingsSection,
  settingsSchemas,
} from '#features/settings/rules/sections.ts';
import { toast } from '#ui/toast.ts';
import { sectionFormId } from './section-context.ts';

type Api = AdminApi['settings'];

/** A section without its value: its current version, who saved it and when. */
export type SectionSummary = InferResponseType<Api['$get'], 200>['items'][number];

/** A version of a section. */
export interface SectionState<Value extends object = object> extends SectionSummary {
  value: Value;
}

// Named after the table, so that useLiveUpdates refetches these queries when it changes.
const table = 'settings_versions';
const sectionKey = (section: SettingsSection) => [table, 'section', section];

/** Says when a section was last saved, and by whom. */
export function SavedAt({ state: { saved_at, saved_by } }: { state: SectionSummary }) {
  const { toTime } = useMentorClock();
  return saved_at ? `Saved ${toTime(saved_at)} by ${saved_by}` : 'Not changed yet';
}

/** Reads all sections without their values. */
export const useSectionSummaries = () =>
  useRead([table, 'all'], (api, init) => api.settings.$get({}, init));

/** Reads the current version of a section. */
export function useSectionState<Value extends object = object>(section: SettingsSection) {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: sectionKey(section),
    queryFn: async ({ signal }) => {
      const answer = api.settings[':section'].$get({ param: { section } }, { init: { signal } });
      // The API's type does not depend on the section in the path.
      return (await parseResponse(answer)) as SectionState as SectionState<Value>;
    },
  });
}

/** Reads the stored versions of a section, newest first. */
export const useSectionVersions = (section: SettingsSection, isEnabled: boolean) =>
  useRead(
    [table, 'versions', section],
    (api, init) => api.settings[':section'].versions.$get({ param: { section } }, init),
    { enabled: isEnabled },
  );

/**
 * Returns a page in the admin's theme, as if its scripts had run, but without them: the sandbox of
 * the preview blocks them, and the browser would report each to the console.
 */
function toStillPage(html: string): string {
  const { documentElement: page } = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll('script')) script.remove();
  page.className = document.documentElement.className;
  page.dataset.scripts = '';
  return page.outerHTML;
}

const toStillPreview = <Shown extends { html: string }>(shown: Shown): Shown => ({
  ...shown,
  html: toStillPage(shown.html),
});

/** Reads a preview of an unsaved value. The previous one stays until it has loaded. */
export function useSectionPreview(section: SettingsSection, path: Preview, value: object) {
  const json = { path, value: value as Record<string, unknown> };
  return useRead(
    ['settings-preview', section, path, value],
    (api, init) => api.settings[':section'].preview.$post({ param: { section }, json }, init),
    { select: toStillPreview, placeholderData: keepPreviousData, gcTime: 0 },
  );
}

/** The result of a save: the new version, or the problem. */
interface Saved {
  state?: SectionState;
  problem?: ProblemDetails & { current?: SectionState };
}

/** Returns a function that saves a section over the version that was read. `null` resets it. */
export function useSaveSection(section: SettingsSection) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  return async (version: number, value: object | null): Promise<Saved> => {
    const json = { version, value: value as Record<string, unknown> | null };
    try {
      const response = await api.settings[':section'].$put({ param: { section }, json });
      if (!response.ok) return { problem: await readProblem(response) } as Saved;
      const state: SectionState = await response.json();
      queryClient.setQueryData(sectionKey(section), state);
      void queryClient.invalidateQueries({ queryKey: [table, 'all'] });
      void queryClient.invalidateQueries({ queryKey: [table, 'versions', section] });
      return { state };
    } catch {
      return { problem: noAnswer } as Saved;
    }
  };
}

/** Longer than for other notices, because checking the page takes a moment. */
const undoMs = 12_000;

/** Edits a section: keeps a draft, saves, offers Undo, and asks if another device has saved. */
export function useEditing(section: SettingsSection, saved: SectionState) {
  const put = useSaveSection(section);
  const { revalidate } = useRevalidator();
  const [draft] = useState(() => readSectionDraft(section));
  /** The version that the form edits. Each `round` renders a new form. */
  const [version, setVersion] = useState(draft?.version ?? saved.version);
  const [form, setForm] = useState({
    begun: draft?.value ?? saved.value,
    saved: saved.value,
    round: 0,
  });
  const [conflict, setConflict] = useState<{ mine: object; theirs: SectionState }>();
  const [isBusy, setIsBusy] = useState(false);
  const [isTyped, setIsTyped] = useState(draft !== undefined);
  const isTypedNow = useRef(isTyped);

  const notifyKept = useEffectEvent(() => {
    const { label } = metaOf(settingsSchemas[section]);
    if (isTypedNow.current)
      toast.success(`${label} has unsaved changes. They are kept on this device.`);
  });
  useEffect(() => () => notifyKept(), []);

  function noteTyped(typed: object | undefined): void {
    // Another window may have stored a draft while nothing was typed here.
    if (typed || isTypedNow.current)
      writeDraft(
        sectionFormId(section),
        typed && { values: { section: JSON.stringify(typed) }, begun: { version, values: {} } },
      );
    isTypedNow.current = typed !== undefined;
    setIsTyped(typed !== undefined);
  }

  function show(state: SectionState): void {
    setConflict(undefined);
    setVersion(state.version);
    setForm(({ round }) => ({ begun: state.value, saved: state.value, round: round + 1 }));
  }

  function begin(state: SectionState): void {
    noteTyped(undefined);
    show(state);
  }

  // Another device has saved, and nothing was typed here.
  if (saved.version > version && !isTyped && !isBusy && !conflict) show(saved);

  /** Saves a value over a version, and offers to restore the previous value. */
  async function store(over: SectionState, value: object | null, before?: SectionState) {
    setIsBusy(true);
    const { state, problem } = await put(over.version, value);
    setIsBusy(false);
    if (problem?.code === 'edited-elsewhere' && problem.current && value)
      setConflict({ mine: value, theirs: problem.current });
    else if (problem) toast.error(`Not saved: ${problem.detail ?? problem.title}`);
    if (!state) return { problem };
    // Some settings are shown in the frame of every page.
    void revalidate();
    const isUndoable = before && state.version !== before.version;
    toast.success(before ? 'Settings saved' : 'Change undone', {
      id: `saved-${section}`,
      ...(isUndoable && {
        duration: undoMs,
        action: { label: 'Undo', onClick: () => void undo(state, before) },
      }),
    });
    return { state };
  }

  async function undo(over: SectionState, before: SectionState): Promise<void> {
    const { state } = await store(over, before.is_default ? null : before.value);
    // What was typed since then stays.
    if (state && isTypedNow.current) setVersion(state.version);
    else if (state) begin(state);
  }

  async function save(value: object): Promise<ProblemDetails | 'edited-elsewhere' | undefined> {
    const { state, problem } = await store({ ...saved, version }, value, saved);
    if (state) setVersion(state.version);
    return problem?.code === 'edited-elsewhere' ? 'edited-elsewhere' : problem;
  }

  /** Saves a value that is not in the form, and shows it there. */
  async function replace(value: object | null, over = saved): Promise<void> {
    const { state } = await store(over, value, over);
    if (state) begin(state);
  }

  return {
    form,
    isTyped,
    conflict,
    save,
    noteTyped,
    replace: (value: object | null) => void replace(value),
    keepMine: () => conflict && !isBusy && void replace(conflict.mine, conflict.theirs),
    takeTheirs: () => conflict && begin(conflict.theirs),
    discard: () => begin(saved),
  };
}

/** Returns the draft of a section, with the version that it is based on. */
export function readSectionDraft(section: SettingsSection) {
  const { begun, values } = readDraft(sectionFormId(section)) ?? {};
  try {
    const value: unknown = JSON.parse(values?.section ?? '');
    return begun && value instanceof Object ? { version: begun.version, value } : undefined;
  } catch {
    return undefined;
  }
}
