/** What is wrong with a form as a whole; nothing while all is well. */
export function FormErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p
      id={id}
      role="alert"
      className="rounded-sm border border-danger bg-danger-wash px-4 py-3 font-medium text-danger"
    >
      {errors.join(' ')}
    </p>
  );
}
