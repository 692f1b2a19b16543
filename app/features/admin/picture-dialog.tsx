import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { UploadField } from '../uploads/upload-field.tsx';
import { useUploadItems, useUploadQueue } from '../uploads/upload-queues.tsx';

interface PictureDialogProps {
  isOpen: boolean;
  /** Tells the pictures of this post from those of others. */
  place: string;
  onClose: () => void;
  onInsert: (src: string, alt: string) => void;
}

/** Uploads a picture for a post's content, and asks what it shows. */
export function PictureDialog({ isOpen, place, onClose, onInsert }: PictureDialogProps) {
  const id = useId();
  const [alt, setAlt] = useState('');
  const queue = useUploadQueue({
    ...{ kind: 'post-picture', place: `${place} content` },
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
          // Not the post's: Enter in it would save the post.
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
            // Closed first: the content can then take the focus.
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
