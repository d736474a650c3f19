import { KEEP_EVENT } from '../lib/visit/leave-for.ts';
import { startAttendingCalls } from './attend-calls.ts';
import { keepDrafts, restoreDrafts } from './form-drafts.ts';
import { registerWorker } from './register-worker.ts';
import { showKept, startToasts } from './toasts.ts';

// Evaluated once, on first import.
startToasts();
startAttendingCalls();
restoreDrafts();
registerWorker();
addEventListener(KEEP_EVENT, keepDrafts);

export { keepDrafts, showKept };
