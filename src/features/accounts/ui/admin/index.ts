export { AccountEntry, AccountSection } from './account-layout.tsx';
export { Devices } from './devices.tsx';
export { Identities } from './identities.tsx';
export { PasswordChange } from './password-forms.tsx';
export { refetchChanged } from './refetch-changed.ts';
export { SecondFactors } from './second-factors.tsx';
export { SessionGuard } from './session-guard.tsx';
