export { TimeChoice } from './time-choice.tsx';
export { ExceptionsList, TimeButtons } from './time-off.tsx';
