interface StartNowProps {
  id: string;
  isChosen: boolean;
}

/** The consent to begin immediately, which ends the cooling-off period. It is never ticked in advance. */
export const StartNow = ({ id, isChosen }: StartNowProps) => (
  <div className="grid gap-1">
    <label className="flex items-start gap-3 py-2">
      <input
        id={id}
        type="checkbox"
        name="startNow"
        defaultChecked={isChosen}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-5 shrink-0 accent-gold-fill-to"
      />
      <span className="font-semibold">
        Start now. I understand that this ends my seven-day cooling-off period.
      </span>
    </label>
    <p id={`${id}-hint`} className="pl-8 text-sm text-muted">
      Otherwise, we deliver after the seven days.
    </p>
  </div>
);
