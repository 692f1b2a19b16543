import { useEffect, useId, useRef, useState } from 'react';
import { describeTimeZone, nameTimeZone } from '#rules/time-zone.ts';
import { isTimeZone } from '#rules/zoned-time.ts';
import { textLink } from '#ui/link.tsx';

interface ZoneChoiceProps {
  timeZone: string;
  /** Whether the browser reports no time zone. Then `timeZone` is the mentor's. */
  isUnknown: boolean;
  /** The instant whose offset is shown, as it depends on daylight saving time. */
  at: Date;
  onChange: (timeZone: string) => void;
}

const toName = (text: string) => text.trim().replaceAll(' ', '_');

/** Shows the time zone, and lets the visitor choose another by typing its name. */
export function ZoneChoice({ timeZone, isUnknown, at, onChange }: ZoneChoiceProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const hadFocus = useRef(false);
  if (isChoosing) {
    const close = (keepsFocus: boolean) => {
      hadFocus.current = keepsFocus;
      setIsChoosing(false);
    };
    return <ZoneField timeZone={timeZone} onChange={onChange} onClose={close} />;
  }
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (hadFocus.current) button?.focus();
    hadFocus.current = false;
  };
  return (
    <p>
      {isUnknown && <span>We can’t detect your time zone. </span>}Times are in{' '}
      <strong translate="no" className="font-semibold text-ink">
        {describeTimeZone(timeZone, at)}
      </strong>
      .{' '}
      <button
        ref={takeFocus}
        type="button"
        onClick={() => setIsChoosing(true)}
        className={textLink}
      >
        Change time zone
      </button>
    </p>
  );
}

type ZoneFieldProps = Omit<ZoneChoiceProps, 'at' | 'isUnknown'> & {
  onClose: (keepsFocus: boolean) => void;
};

function ZoneField({ timeZone, onChange, onClose }: ZoneFieldProps) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const isKnown = isTimeZone(toName(text));
  useEffect(() => ref.current?.focus(), []);

  function choose(given: string, keepsFocus = true): void {
    onClose(keepsFocus);
    if (isTimeZone(toName(given))) onChange(toName(given));
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <label htmlFor={id}>Your time zone</label>
      <input
        ref={ref}
        id={id}
        list={`${id}-zones`}
        value={text}
        placeholder={nameTimeZone(timeZone)}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target, nativeEvent }) => {
          setText(target.value);
          // A zone that was picked from the list is complete.
          const kind = Reflect.get(nativeEvent, 'inputType') ?? 'insertReplacementText';
          if (kind === 'insertReplacementText' && isTimeZone(toName(target.value)))
            choose(target.value);
        }}
        onBlur={() => isKnown && choose(text, false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose(true);
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (isKnown) choose(text);
        }}
        className="h-9 min-w-56 grow rounded-sm border border-hairline-strong bg-raised px-3 text-base text-ink placeholder:text-muted sm:grow-0"
      />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={nameTimeZone(zone)} />
        ))}
      </datalist>
      <button
        type="button"
        disabled={text !== '' && !isKnown}
        onClick={() => choose(text)}
        className={`${textLink} disabled:text-muted disabled:no-underline`}
      >
        {text === '' ? 'Keep' : 'Use this zone'}
      </button>
    </div>
  );
}
