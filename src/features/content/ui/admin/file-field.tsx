import { getInputProps } from '@conform-to/react';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CardButton } from '#features/admin-ui/ui/index.ts';
import { writeValue } from '#features/forms/ui/index.ts';
import { UploadField, useUploadItems } from '#features/uploads/ui/admin/index.ts';
import { findStoragePath } from '#rules/stored-file.ts';
import { toast } from '#ui/toast.ts';
import type { ControlProps } from './define-content.ts';

interface FileFieldProps extends Pick<ControlProps, 'field' | 'queue'> {
  label: string;
  /** The label if there is already a file. */
  otherLabel: string;
  /** The label of the button that empties the field. */
  removal: string;
  /** Returns the error for an upload that failed. */
  failed: (reason: string) => string;
  /** Shows the file with this URL. */
  children: (url: string) => ReactNode;
}

/** An optional file. The field holds its URL, as part of the draft. */
export function FileField(props: FileFieldProps) {
  const { field, queue, failed } = props;
  const url = String(field.value ?? '');
  const ref = useRef<HTMLInputElement>(null);
  const [item] = useUploadItems(queue);
  const { key, state, url: uploaded, reason } = item ?? {};

  useEffect(() => {
    if (state === 'done' && key && uploaded && ref.current) {
      writeValue(ref.current, uploaded);
      queue?.settle(key);
    }
    if (state === 'failed') toast.error(failed(reason ?? ''));
  }, [key, state, uploaded, reason, queue, failed]);

  return (
    <div className="grid gap-3">
      <input
        {...getInputProps(field, { type: 'text', ariaAttributes: false })}
        ref={ref}
        hidden
        readOnly
      />
      {findStoragePath(url) !== undefined && (
        <div className="overflow-hidden rounded-sm border border-hairline">
          {props.children(url)}
          <div className="flex justify-end px-2">
            <CardButton icon={Trash2} onClick={() => ref.current && writeValue(ref.current, '')}>
              {props.removal}
            </CardButton>
          </div>
        </div>
      )}
      {queue && (
        <UploadField
          field={field}
          label={url ? props.otherLabel : props.label}
          queue={queue}
          hasKeys={false}
          isOptional
        />
      )}
    </div>
  );
}
