import { Monitor, PencilLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ConflictPanel, Loaded } from '#features/admin-ui/ui/index.ts';
import { describeDifferences } from '#features/settings/rules/differences.ts';
import { metaOf } from '#features/settings/rules/fields.ts';
import { type SettingsSection, settingsSchemas } from '#features/settings/rules/sections.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { isFocusLost } from '#ui/focus.ts';
import { textLink } from '#ui/link.tsx';
import { type Question, QuestionDialog } from '#ui/question-dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { readPath, SamplesContext } from './section-context.ts';
import { SectionForm } from './section-form.tsx';
import { SectionHistory } from './section-history.tsx';
import { SectionPreview, useIsWide } from './section-preview.tsx';
import { SavedAt, type SectionState, useEditing, useSectionState } from './use-section.ts';

/** A section of the settings: its form, its preview and its version history. */
export function SectionEditor({ section }: { section: SettingsSection }) {
  const state = useSectionState(section);
  // If a refetch fails, the loaded data stays, without an error.
  const query = { ...state, isError: state.isError && !state.data };
  return (
    <Loaded query={query} failed="This section could not be loaded." skeleton={placeholder}>
      {(saved) => <LoadedSection section={section} saved={saved} />}
    </Loaded>
  );
}

const placeholder = (
  <div role="status" className="grid gap-3">
    <p className="sr-only">Loading</p>
    {[1, 2, 3, 4].map((group) => (
      <Skeleton key={group} className="h-18" />
    ))}
  </div>
);

function LoadedSection({ section, saved }: { section: SettingsSection; saved: SectionState }) {
  const schema = settingsSchemas[section];
  const { label } = metaOf(schema);
  const editing = useEditing(section, saved);
  const { form, conflict, isTyped } = editing;
  const [opened, setOpened] = useState<string>();
  const [previewed, setPreviewed] = useState(saved.value);
  const [isPreviewWanted, setIsPreviewWanted] = useState(false);
  const isWide = useIsWide();
  const isPreviewAlone = isPreviewWanted && !isWide;
  const [question, ask] = useState<Question>();
  const formRef = useFocusAfterChoice(conflict !== undefined);
  const samples = new Set(saved.samples.map((path) => String(readPath(saved.value, path))));
  const loss = isTyped ? ' Your unsaved changes will be lost.' : '';
  const PreviewIcon = isPreviewAlone ? PencilLine : Monitor;

  const askToDiscard = () =>
    ask({
      title: 'Discard your changes?',
      text: `${label} goes back to what visitors see now.`,
      action: 'Discard',
      onYes: editing.discard,
    });
  const askToRestore = (version: SectionState) =>
    ask({
      title: 'Restore this version?',
      text: `Visitors see it right away. You can undo this.${loss}`,
      action: 'Restore',
      onYes: () => editing.replace(version.value),
    });
  const askToReset = () =>
    ask({
      title: 'Reset to original?',
      text: `This resets everything under ${label}. The current version stays in the version history.${loss}`,
      action: 'Reset to original',
      onYes: () => editing.replace(null),
    });

  return (
    <SamplesContext value={samples}>
      <Button
        variant="secondary"
        aria-pressed={isPreviewAlone}
        onClick={() => setIsPreviewWanted(!isPreviewWanted)}
        className="mb-3 w-full lg:hidden"
      >
        <PreviewIcon className="size-4.5" />
        {isPreviewAlone ? 'Back to the form' : 'Preview'}
      </Button>
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24.5rem]">
        <div className={classNames('grid gap-3', isPreviewAlone && 'hidden')}>
          {saved.problem && (
            <p className="rounded-sm border border-danger bg-danger-wash px-5 py-4">
              Something you saved earlier no longer fits, so the original is shown. Check it and
              save: {saved.problem}
            </p>
          )}
          {conflict && (
            <Conflict
              section={section}
              {...conflict}
              onKeepMine={editing.keepMine}
              onTakeTheirs={editing.takeTheirs}
            />
          )}
          {/* Text typed during the choice would belong to neither version. */}
          <div ref={formRef} inert={conflict !== undefined} className="inert:opacity-60">
            <SectionForm
              key={form.round}
              section={section}
              schema={schema}
              opened={opened}
              begun={form.begun}
              saved={form.saved}
              onOpen={setOpened}
              save={editing.save}
              onTyped={editing.noteTyped}
              onValid={setPreviewed}
              status={<Status state={saved} isTyped={isTyped} onDiscard={askToDiscard} />}
            />
          </div>
          <SectionHistory section={section} current={saved} onRestore={askToRestore} />
          {!saved.is_default && (
            <Button
              variant="secondary"
              onClick={askToReset}
              className="justify-self-start max-sm:w-full"
            >
              Reset to original
            </Button>
          )}
        </div>
        {(isWide || isPreviewAlone) && (
          <div className="h-[calc(100dvh-var(--header-height)-6.5rem)] min-h-96 lg:sticky lg:top-[calc(var(--header-height)+4.75rem)]">
            <SectionPreview section={section} value={previewed} />
          </div>
        )}
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </SamplesContext>
  );
}

/** Moves the focus to the Save button after the choice, as the clicked button is gone. */
function useFocusAfterChoice(isAsked: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(isAsked);
  useEffect(() => {
    if (wasAsked.current && !isAsked && isFocusLost())
      ref.current?.querySelector<HTMLElement>('[data-saves]')?.focus({ preventScroll: true });
    wasAsked.current = isAsked;
  }, [isAsked]);
  return ref;
}

interface ConflictProps {
  section: SettingsSection;
  mine: object;
  theirs: SectionState;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Lets the mentor choose between two versions that were saved on different devices. */
function Conflict({ section, mine, theirs, ...choices }: ConflictProps) {
  const { timeZone } = useSettings();
  const versions: [object, object] = [mine, theirs.value];
  const differences = describeDifferences(settingsSchemas[section], versions, timeZone).map(
    ({ label, before, after }) => ({
      name: label,
      label,
      mine: before,
      theirs: after,
      isMine: true,
    }),
  );
  return <ConflictPanel differences={differences} {...choices} />;
}

interface StatusProps {
  state: SectionState;
  isTyped: boolean;
  onDiscard: () => void;
}

/** The state of the form, next to the Save button. */
function Status({ state, isTyped, onDiscard }: StatusProps) {
  if (isTyped)
    return (
      <p className="text-sm text-muted">
        Unsaved changes (kept on this device){' '}
        <button type="button" onClick={onDiscard} className={`${textLink} min-h-6`}>
          Discard
        </button>
      </p>
    );
  return (
    <p className="min-w-0 text-sm text-muted">
      <SavedAt state={state} />
    </p>
  );
}
