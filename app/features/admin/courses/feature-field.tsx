import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { writeValue } from '../../forms/use-draft.ts';

interface FeatureFieldProps {
  id: string;
  name: string;
  features: string[];
  onChange: (features: string[]) => void;
  errors: string[] | undefined;
}

/**
 * What a course holds, added one at a time: by the button or by Enter. A blank adds nothing.
 * What stands in the line when the form is sent counts as added.
 */
export function FeatureField({ id, name, features, onChange, errors }: FeatureFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  function add() {
    const line = input.current;
    const feature = line?.value.trim();
    if (line && feature) {
      onChange([...features, feature]);
      writeValue(line, '');
    }
    line?.focus();
  }

  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <TextField
          ref={input}
          id={id}
          name={name}
          label="Features"
          isOptional
          placeholder="Add a feature"
          errors={errors}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <IconButton
          label="Add feature"
          className="size-12 border border-hairline-strong"
          onClick={add}
        >
          <Plus aria-hidden className="size-5" strokeWidth={1.75} />
        </IconButton>
      </div>
      {features.length > 0 && (
        <ul aria-label="Features of this course" className="grid gap-1">
          {features.map((feature, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two features may be the same
              key={index}
              className="flex items-center justify-between gap-3 border-b border-hairline"
            >
              <span className="min-w-0 py-2">{feature}</span>
              <input type="hidden" name={name} value={feature} />
              <IconButton
                label={`Remove ${feature}`}
                onClick={() => {
                  onChange(features.filter((_, other) => other !== index));
                  input.current?.focus();
                }}
              >
                <X aria-hidden className="size-4" strokeWidth={1.75} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
