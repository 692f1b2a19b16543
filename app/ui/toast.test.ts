import { beforeEach, expect, test } from 'vitest';
import { toast, toastStore } from './toast.ts';

const titles = () => toastStore.read().map(({ title }) => title);

beforeEach(() => {
  for (const { id } of toastStore.read()) toastStore.remove(id);
});

test('what only says that something is done gives way to the next of its kind', () => {
  toast.success('Course added successfully');
  toast.success('Course added successfully');
  toast.success('Order saved');
  expect(titles()).toEqual(['Order saved']);
});

test('what can be undone stays, and so does what has failed', () => {
  const action = { label: 'Undo', onClick: () => {} };
  toast.success('Event deleted successfully', { action });
  toast.error('Failed to add event');
  toast.success('Order saved');
  toast.success('Event deleted successfully', { action });
  expect(titles()).toEqual([
    'Event deleted successfully',
    'Failed to add event',
    'Event deleted successfully',
  ]);
});

test('a failure that says the same again stands once', () => {
  toast.error('Failed to add calendar');
  toast.error('Failed to add event');
  toast.error('Failed to add calendar');
  expect(titles()).toEqual(['Failed to add event', 'Failed to add calendar']);
});
