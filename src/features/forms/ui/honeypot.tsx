import { honeypotField } from '#rules/captcha.ts';

/** A hidden field that only bots fill in. */
export const Honeypot = () => (
  <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
    <label>
      Leave this empty
      <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
