interface AgreementProps {
  record: { privacy_version: number | null; agreed_to: string | null };
}

/** What a visitor had before them when they sent something, and what they agreed to. */
export function Agreement({ record: { privacy_version, agreed_to } }: AgreementProps) {
  if (privacy_version === null && agreed_to === null) return null;
  return (
    <p className="text-sm text-muted">
      {agreed_to !== null && <>Agreed to “{agreed_to}”. </>}
      {privacy_version !== null && <>Privacy Policy: version {privacy_version}</>}
    </p>
  );
}
