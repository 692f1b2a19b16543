import { beforeEach, expect, test } from 'vitest';
import { toast, toastStore } from './toast.ts';

const titles = () => toastStore.read().map(({ title }) => title);

beforeEach(() => {
  for (const { id } of toastStore.read()) toast.dismiss(id);
});

test('a new success replaces the previous one', () => {
  toast.success('Course added successfully');
  toast.success('Course added successfully');
  toast.success('Order saved');
  expect(titles()).toEqual(['Order saved']);
});

test('notifications with Undo stay, and so do errors', () => {
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

test('an error that is repeated is shown once', () => {
  toast.error('Failed to add calendar');
  toast.error('Failed to add event');
  toast.error('Failed to add calendar');
  expect(titles()).toEqual(['Failed to add event', 'Failed to add calendar']);
});
