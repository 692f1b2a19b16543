import { getTextareaProps } from '@conform-to/react';
import { Bold, Heading, ImagePlus, Link, List } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { UploadField, useUploadItems, useUploadQueue } from '#features/uploads/ui/admin/index.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { controlClass, FieldFrame, TextField } from '#ui/field.tsx';
import type { ControlProps } from './define-content.ts';
import {
  continueList,
  type Edit,
  insertPicture,
  type Mark,
  markText,
  type Selection,
} from './mark-text.ts';

const buttons: { mark: Mark; label: string; Icon: typeof Bold }[] = [
  { mark: 'heading', label: 'Heading', Icon: Heading },
  { mark: 'bold', label: 'Bold', Icon: Bold },
  { mark: 'list', label: 'List', Icon: List },
  { mark: 'link', label: 'Link', Icon: Link },
];

/** Inserts text as if it were typed, so that the browser can undo it. */
function applyEdit(field: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  if (!document.execCommand('insertText', false, insert)) {
    field.setRangeText(insert, from, to);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const [start, end] = select;
  field.setSelectionRange(from + start, from + end);
}

const hint =
  'Leave a blank line between paragraphs. Links work automatically, and a YouTube link on its own line becomes a player. Start a line with ## for a heading or - for a list. **Stars** make bold text.';

interface PostEditorProps extends Pick<ControlProps, 'field' | 'record'> {
  label?: string;
  /** Whether pictures can be added. They are public. */
  hasPictures?: boolean;
}

/** A post's content, with a toolbar. */
export function PostEditor({
  field,
  record,
  label = 'Content',
  hasPictures = true,
}: PostEditorProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);

  function edit(make: (selection: Selection) => Edit | undefined): boolean {
    if (!ref.current) return false;
    const { value: text, selectionStart: start, selectionEnd: end } = ref.current;
    const made = make({ text, start, end });
    if (made) applyEdit(ref.current, made);
    return Boolean(made);
  }

  return (
    <FieldFrame id={field.id} label={label} isOptional errors={field.errors} hint={hint}>
      <div className="grid">
        <div
          role="toolbar"
          aria-label="Formatting"
          aria-controls={field.id}
          className="flex gap-1 overflow-x-auto rounded-t-sm border border-b-0 border-hairline-strong px-1"
        >
          {buttons.map(({ mark, label, Icon }) => (
            <IconButton
              key={mark}
              label={label}
              onClick={() => edit((selection) => markText(mark, selection))}
            >
              <Icon className="size-5" />
            </IconButton>
          ))}
          {hasPictures && (
            <IconButton label="Picture" onClick={() => setIsChoosing(true)}>
              <ImagePlus className="size-5" />
            </IconButton>
          )}
        </div>
        <textarea
          {...getTextareaProps(field, { ariaAttributes: false })}
          ref={ref}
          dir="auto"
          required={false}
          aria-invalid={Boolean(field.errors?.length) || undefined}
          aria-describedby={`${field.id}-hint${field.errors?.length ? ` ${field.id}-error` : ''}`}
          className={classNames(
            controlClass,
            'field-sizing-content min-h-64 rounded-t-none py-3 leading-relaxed',
          )}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            if (edit(continueList)) event.preventDefault();
          }}
        />
      </div>
      <PictureDialog
        isOpen={isChoosing}
        owner={record?.id ?? 'new'}
        onClose={() => setIsChoosing(false)}
        onInsert={(src, alt) => {
          edit((selection) => insertPicture(selection, src, alt));
        }}
      />
    </FieldFrame>
  );
}

interface PictureDialogProps {
  isOpen: boolean;
  /** Separates the pictures of this post from those of others. */
  owner: string;
  onClose: () => void;
  onInsert: (src: string, alt: string) => void;
}

/** Uploads a picture for a post's content, and asks for a description. */
export function PictureDialog({ isOpen, owner, onClose, onInsert }: PictureDialogProps) {
  const id = useId();
  const [alt, setAlt] = useState('');
  const queue = useUploadQueue({
    kind: 'post-picture',
    owner: `${owner} content`,
    wrongKind: 'Please select an image file to upload.',
  });
  const [item] = useUploadItems(queue);
  const { key, url, state } = item ?? {};
  return (
    <Dialog title="Add a picture" isOpen={isOpen} onClose={onClose}>
      <div className="mt-4 grid gap-5">
        <UploadField
          field={{ id, name: id, errors: undefined }}
          label="Picture"
          queue={queue}
          hasKeys={false}
        />
        <TextField
          id={`${id}-alt`}
          // Not part of the post's form, where Enter would save the post.
          form={`${id}-none`}
          label="Description"
          isOptional
          maxLength={300}
          value={alt}
          onChange={({ target }) => setAlt(target.value)}
          hint="Describe the picture for people who can’t see it."
        />
        <Button
          aria-disabled={state !== 'done'}
          className="aria-disabled:opacity-60"
          onClick={() => {
            if (!key || !url) return;
            queue.settle(key);
            // Closes the dialog first, so that the content can take the focus.
            flushSync(onClose);
            onInsert(url, alt);
            setAlt('');
          }}
        >
          Insert picture
        </Button>
      </div>
    </Dialog>
  );
}
