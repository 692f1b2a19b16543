/** Lets viewers choose the rendition that saves data. Its script shows it (document/save-data.ts). */
export const SaveDataChoice = ({ title }: { title: string }) => (
  <label hidden className="flex min-h-11 w-fit cursor-pointer items-center gap-2.5 text-sm">
    <input type="checkbox" data-save-data="" className="size-4.5 accent-gold-soft" />
    <span>
      Save data<span className="sr-only"> while watching {title}</span>
    </span>
  </label>
);
