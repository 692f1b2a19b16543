import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from '#app/ui/toast.ts';
import { metaOf } from '#domain/settings/fields.ts';
import { type SettingsSection, settingsSchemas } from '#domain/settings/sections.ts';
import { readDraft, writeDraft } from '../forms/draft.ts';
import { noAnswer, type ProblemDetails, readProblem } from '../forms/problem.ts';
import { sectionFormId } from './section-context.ts';
import { type SectionState, useSaveSection } from './use-section.ts';

/** What was to be saved, and what another device has saved in the meantime. */
interface Conflict {
  mine: object;
  theirs: SectionState;
}

type SaveProblem = ProblemDetails & { current?: SectionState };

/** Longer than other notices: looking at the page takes a moment. */
const undoMs = 12_000;

const sayWhy = ({ title, detail }: ProblemDetails) => `Not saved: ${detail ?? title}`;

/** Edits a section: from the saved version to what is typed, and back by saving. */
export function useEditing(section: SettingsSection, saved: SectionState) {
  const put = useSaveSection(section);
  const { revalidate } = useRevalidator();
  const [draft] = useState(() => readSectionDraft(section));
  const [version, setVersion] = useState(draft?.version ?? saved.version);
  const [begun, setBegun] = useState(draft?.value ?? saved.value);
  // A conflict can show a newer version than the one that was read last.
  const [base, setBase] = useState(saved.value);
  const [round, setRound] = useState(0);
  const [isTyped, setIsTyped] = useState(draft !== undefined);
  const [conflict, setConflict] = useState<Conflict>();
  const [isBusy, setIsBusy] = useState(false);
  const isTypedNow = useRef(isTyped);
  useSayKept(section, isTypedNow);

  function noteTyped(typed: object | undefined): void {
    // Another window may have kept a draft while nothing was typed here.
    if (typed || isTypedNow.current) keepSectionDraft(section, version, typed);
    isTypedNow.current = typed !== undefined;
    setIsTyped(typed !== undefined);
  }

  function show(state: SectionState): void {
    setConflict(undefined);
    setVersion(state.version);
    setBegun(state.value);
    setBase(state.value);
    setRound((before) => before + 1);
  }

  function begin(state: SectionState): void {
    noteTyped(undefined);
    show(state);
  }

  // Another device has saved, and nothing is typed here.
  if (saved.version > version && !isTyped && !isBusy && !conflict) show(saved);

  async function store(base: number, value: object | null) {
    setIsBusy(true);
    try {
      const { response, state } = await put(base, value);
      if (!state) return { problem: (await readProblem(response)) as SaveProblem };
      // The frame of every page shows some of it too.
      void revalidate();
      return { state };
    } catch {
      return { problem: noAnswer as SaveProblem };
    } finally {
      setIsBusy(false);
    }
  }

  function saySaved(state: SectionState, before: SectionState): void {
    const undo = async () => {
      const restored = await store(state.version, before.is_default ? null : before.value);
      if (!restored.state) return void toast.error(sayWhy(restored.problem));
      toast.success('Change undone', { id: `saved-${section}` });
      // What was typed since then stays.
      if (isTypedNow.current) setVersion(restored.state.version);
      else begin(restored.state);
    };
    const isNew = state.version !== before.version;
    toast.success('Settings saved', {
      id: `saved-${section}`,
      ...(isNew && { duration: undoMs, action: { label: 'Undo', onClick: () => void undo() } }),
    });
  }

  async function save(value: object): Promise<ProblemDetails | 'edited-elsewhere' | undefined> {
    const { state, problem } = await store(version, value);
    if (state) {
      saySaved(state, saved);
      setVersion(state.version);
      return undefined;
    }
    if (problem.code === 'edited-elsewhere' && problem.current) {
      setConflict({ mine: value, theirs: problem.current });
      return 'edited-elsewhere';
    }
    toast.error(sayWhy(problem));
    return problem;
  }

  /** Saves a value over what another device or an older version says, and shows it. */
  async function replace(value: object | null, before = saved): Promise<void> {
    const { state, problem } = await store(before.version, value);
    if (state) {
      saySaved(state, before);
      begin(state);
    } else if (problem.current && value) setConflict({ mine: value, theirs: problem.current });
    else toast.error(sayWhy(problem));
  }

  return {
    ...{ begun, base, round, isTyped, conflict, save, noteTyped },
    replace: (value: object | null) => void replace(value),
    keepMine: () => conflict && !isBusy && void replace(conflict.mine, conflict.theirs),
    takeTheirs: () => conflict && begin(conflict.theirs),
    discard: () => begin(saved),
  };
}

/** Returns what was typed and not saved, with the version it was typed over. */
export function readSectionDraft(section: SettingsSection) {
  const { begun, values } = readDraft(sectionFormId(section)) ?? {};
  try {
    const value: unknown = JSON.parse(values?.section ?? '');
    return begun && value instanceof Object ? { version: begun.version, value } : undefined;
  } catch {
    return undefined;
  }
}

const keepSectionDraft = (section: SettingsSection, version: number, value: object | undefined) =>
  writeDraft(
    sectionFormId(section),
    value && { values: { section: JSON.stringify(value) }, begun: { version, values: {} } },
  );

/** Says on leaving that what is typed is kept. */
function useSayKept(section: SettingsSection, isTyped: RefObject<boolean>): void {
  const say = useEffectEvent(() => {
    const { label } = metaOf(settingsSchemas[section]);
    if (isTyped.current)
      toast.success(`${label} has unsaved changes. They are kept on this device.`);
  });
  useEffect(() => () => say(), []);
}
