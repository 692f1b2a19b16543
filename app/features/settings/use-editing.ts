import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from '#app/ui/toast.ts';
import { metaOf } from '#domain/settings/fields.ts';
import { type SettingsSection, settingsSchemas } from '#domain/settings/sections.ts';
import { readDraft, writeDraft } from '../forms/draft.ts';
import type { ProblemDetails } from '../forms/problem.ts';
import { sectionFormId } from './section-context.ts';
import { type SectionState, useSaveSection } from './use-section.ts';

/** Longer than other notices, because looking at the page takes a moment. */
const undoMs = 12_000;

/** Edits a section: keeps a draft, saves, offers to undo, and asks when another device has saved. */
export function useEditing(section: SettingsSection, saved: SectionState) {
  const put = useSaveSection(section);
  const { revalidate } = useRevalidator();
  const [draft] = useState(() => readSectionDraft(section));
  /** The version that the form edits. Every `round` is a form of its own. */
  const [version, setVersion] = useState(draft?.version ?? saved.version);
  const [form, setForm] = useState({
    ...{ begun: draft?.value ?? saved.value, saved: saved.value, round: 0 },
  });
  const [conflict, setConflict] = useState<{ mine: object; theirs: SectionState }>();
  const [isBusy, setIsBusy] = useState(false);
  const [isTyped, setIsTyped] = useState(draft !== undefined);
  const isTypedNow = useRef(isTyped);

  const sayKept = useEffectEvent(() => {
    const { label } = metaOf(settingsSchemas[section]);
    if (isTypedNow.current)
      toast.success(`${label} has unsaved changes. They are kept on this device.`);
  });
  useEffect(() => () => sayKept(), []);

  function noteTyped(typed: object | undefined): void {
    // Another window may have kept a draft while nothing was typed here.
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

  // Another device has saved, and nothing is typed here.
  if (saved.version > version && !isTyped && !isBusy && !conflict) show(saved);

  /** Saves a value over a version, and offers to bring back what was saved before. */
  async function store(over: SectionState, value: object | null, before?: SectionState) {
    setIsBusy(true);
    const { state, problem } = await put(over.version, value);
    setIsBusy(false);
    if (problem?.code === 'edited-elsewhere' && problem.current && value)
      setConflict({ mine: value, theirs: problem.current });
    else if (problem) toast.error(`Not saved: ${problem.detail ?? problem.title}`);
    if (!state) return { problem };
    // The frame of every page shows some of the settings.
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
    ...{ form, isTyped, conflict, save, noteTyped },
    replace: (value: object | null) => void replace(value),
    keepMine: () => conflict && !isBusy && void replace(conflict.mine, conflict.theirs),
    takeTheirs: () => conflict && begin(conflict.theirs),
    discard: () => begin(saved),
  };
}

/** Returns the unsaved value of a section, with the version that it changes. */
export function readSectionDraft(section: SettingsSection) {
  const { begun, values } = readDraft(sectionFormId(section)) ?? {};
  try {
    const value: unknown = JSON.parse(values?.section ?? '');
    return begun && value instanceof Object ? { version: begun.version, value } : undefined;
  } catch {
    return undefined;
  }
}
