import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from '#app/ui/toast.ts';
import type { SettingsSection } from '#domain/settings/sections.ts';
import { noAnswer, type ProblemDetails, readProblem } from '../forms/problem.ts';
import type { Conflict } from './conflict-notice.tsx';
import { keepMine } from './keep-mine.ts';
import { sectionLabels } from './labels.ts';
import { keepSectionDraft, readSectionDraft } from './section-draft.ts';
import { type SectionState, useSaveSection } from './use-section.ts';

/** What a form of a section works on, from what stands to what is typed, and back by saving. */
export function useEditing<Value extends object>(
  section: SettingsSection,
  saved: SectionState<Value>,
) {
  const put = useSaveSection<Value>(section);
  const { revalidate } = useRevalidator();
  const [draft] = useState(() => readSectionDraft(section));
  // Typed over an older version: whoever saves that is told what came between.
  const [base, setBase] = useState(
    draft ? { ...saved, version: draft.version, value: draft.base as Value } : saved,
  );
  const [begun, setBegun] = useState<object>(draft?.value ?? saved.value);
  const [round, setRound] = useState(0);
  const [isTyped, setIsTyped] = useState(draft !== undefined);
  const [conflict, setConflict] = useState<Conflict<Value>>();
  const [isBusy, setIsBusy] = useState(false);
  const isTypedNow = useRef(isTyped);
  useSayKept(section, isTypedNow);

  function noteTyped(typed: Record<string, unknown> | undefined): void {
    // Another window may have typed something where nothing is typed here.
    if (typed || isTypedNow.current)
      keepSectionDraft(section, typed && { version: base.version, base: base.value, value: typed });
    isTypedNow.current = typed !== undefined;
    setIsTyped(typed !== undefined);
  }

  function showAnew(state: SectionState<Value>): void {
    setConflict(undefined);
    setBase(state);
    setBegun(state.value);
    setRound((before) => before + 1);
  }

  /** Begins anew with what stands: nothing is typed any more. */
  function begin(state: SectionState<Value>): void {
    noteTyped(undefined);
    showAnew(state);
  }

  // Somebody else has saved it, and nothing is typed here.
  if (saved.version > base.version && !isTyped && !isBusy && !conflict) showAnew(saved);

  /** Says that it is saved, with the way back to what stood before. */
  function saySaved(state: SectionState<Value>, before: SectionState<Value>): void {
    const isSame = state.version === before.version;
    toast.success('Settings saved', {
      id: `saved-${section}`,
      ...(!isSame && {
        duration: undoMs,
        action: { label: 'Undo', onClick: () => void undo(state, before) },
      }),
    });
  }

  async function undo(state: SectionState<Value>, before: SectionState<Value>): Promise<void> {
    const restored = await store(state.version, before.is_default ? null : before.value);
    if (!restored.state) return void toast.error(sayWhy(restored.problem));
    toast.success('The settings are as they were before.', { id: `saved-${section}` });
    // What was typed since is not lost by it.
    if (isTypedNow.current) setBase(restored.state);
    else begin(restored.state);
  }

  /** Stores a value; tells what is wrong with it where it is refused. */
  async function store(version: number, value: Value | null) {
    setIsBusy(true);
    try {
      const { response, state } = await put(version, value);
      if (state) {
        // The frame of every page shows some of it too.
        void revalidate();
        return { state };
      }
      return { problem: (await readProblem(response)) as EditedElsewhere<Value> };
    } catch {
      return { problem: noAnswer as EditedElsewhere<Value> };
    } finally {
      setIsBusy(false);
    }
  }

  async function save(value: Value): Promise<ProblemDetails | 'edited-elsewhere' | undefined> {
    const { state, problem } = await store(base.version, value);
    if (state) {
      saySaved(state, { ...saved, version: base.version });
      setConflict(undefined);
      setBase(state);
      return undefined;
    }
    if (problem.code !== 'edited-elsewhere' || !problem.current) {
      toast.error(sayWhy(problem));
      return problem;
    }
    setConflict({ mine: value, theirs: problem.current });
    return 'edited-elsewhere';
  }

  /** Puts a value in the place of what stands, whatever is typed. */
  async function replace(value: Value | null, version = saved.version): Promise<void> {
    const { state, problem } = await store(version, value);
    if (state) {
      saySaved(state, conflict?.theirs ?? saved);
      begin(state);
    } else if (problem.current && value) setConflict({ mine: value, theirs: problem.current });
    else toast.error(sayWhy(problem));
  }

  return {
    ...{ base, begun, round, isTyped, conflict, isBusy, save, noteTyped },
    replace: (value: Value | null) => void replace(value),
    keepMine(): void {
      if (!conflict) return;
      const { mine, theirs } = conflict;
      void replace(keepMine(base.value, mine, theirs.value), theirs.version);
    },
    takeTheirs: () => conflict && begin(conflict.theirs),
    discard: () => begin(saved),
  };
}

type EditedElsewhere<Value> = ProblemDetails & { current?: SectionState<Value> };

/** Longer than other notices stay: a look at the page takes a moment. */
const undoMs = 12_000;

const sayWhy = ({ title, detail }: ProblemDetails) =>
  `The settings were not saved: ${detail ?? title}`;

/** Whoever leaves with something typed is told that it is kept. */
function useSayKept(section: SettingsSection, isTyped: RefObject<boolean>): void {
  const say = useEffectEvent(() => {
    if (isTyped.current)
      toast.success(
        `${sectionLabels[section].label} is not saved yet. What you typed is kept here.`,
      );
  });
  useEffect(() => () => say(), []);
}
