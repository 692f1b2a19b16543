import type { FieldMetadata } from '@conform-to/react';
import { Bold, Heading, ImagePlus, Link, List } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '#app/ui/button.tsx';
import { TextArea } from '../forms/form-fields.tsx';
import { continueList, type Edit, insertPicture, type Mark, markText } from './mark-text.ts';
import { PictureDialog } from './picture-dialog.tsx';

const buttons: { mark: Mark; label: string; Icon: typeof Bold }[] = [
  { mark: 'heading', label: 'Heading', Icon: Heading },
  { mark: 'bold', label: 'Bold', Icon: Bold },
  { mark: 'list', label: 'List', Icon: List },
  { mark: 'link', label: 'Link', Icon: Link },
];

/** Types an edit into a text field as if by hand, so that the browser can undo it. */
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

const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => ({
  ...{ text: value, start: selectionStart, end: selectionEnd },
});

interface PostEditorProps {
  field: FieldMetadata<unknown>;
  /** Tells the pictures of this post from those of others. */
  place: string;
}

/** A post's content with a toolbar. */
export function PostEditor({ field, place }: PostEditorProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <div className="relative grid gap-1">
      <div
        role="toolbar"
        aria-label="Formatting"
        aria-controls={field.id}
        className="-mx-3 flex gap-1 overflow-x-auto"
      >
        {buttons.map(({ mark, label, Icon }) => (
          <IconButton
            key={mark}
            label={label}
            onClick={() =>
              ref.current && applyEdit(ref.current, markText(mark, selectionOf(ref.current)))
            }
          >
            <Icon className="size-5" />
          </IconButton>
        ))}
        <IconButton label="Picture" onClick={() => setIsChoosing(true)}>
          <ImagePlus className="size-5" />
        </IconButton>
      </div>
      <TextArea
        ref={ref}
        field={field}
        label="Content"
        isOptional
        className="min-h-64"
        hint="Leave a blank line between paragraphs. Links work automatically, and a YouTube link on its own line becomes a player. ## starts a heading, - a list item, and **two stars** make bold text."
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          const edit = continueList(selectionOf(event.currentTarget));
          if (!edit) return;
          event.preventDefault();
          applyEdit(event.currentTarget, edit);
        }}
      />
      <PictureDialog
        isOpen={isChoosing}
        place={place}
        onClose={() => setIsChoosing(false)}
        onInsert={(src, alt) => {
          setIsChoosing(false);
          if (ref.current)
            applyEdit(ref.current, insertPicture(selectionOf(ref.current), src, alt));
        }}
      />
    </div>
  );
}
