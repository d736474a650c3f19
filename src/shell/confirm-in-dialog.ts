import { shellTexts } from './shell-texts.ts';

export interface Question {
  title: string;
  text: string;
  yes: string;
  no: string;
}

/** A small dialog with two answers; Escape counts as the second. */
export function confirmInDialog({ title, text, yes, no }: Question): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'confirm-title');
  const head = part('div', 'dlg-head');
  const heading = part('h2', '', title);
  heading.id = 'confirm-title';
  heading.tabIndex = -1;
  heading.autofocus = true;
  head.append(heading);
  const body = part('div', 'dlg-body');
  body.append(part('p', '', text));
  const foot = part('div', 'dlg-foot');
  const row = part('div', 'btn-row');
  foot.append(row);
  dialog.append(head, body, foot);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answers: [string, string, boolean][] = [
    [yes, 'btn btn-primary', true],
    [no, 'btn btn-ghost', false],
  ];
  for (const [label, className, answer] of answers) {
    const button = part('button', className, label);
    button.addEventListener('click', () => {
      resolve(answer);
      dialog.close();
    });
    row.append(button);
  }
  dialog.addEventListener('close', () => {
    resolve(false);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}

/** Asks whether to retry a call that got no response. */
export function confirmRetry(text: string): Promise<boolean> {
  const { offlineTitle: title, retry: yes, giveUp: no } = shellTexts().link;
  return confirmInDialog({ title, text, yes, no });
}

function part(name: 'div' | 'h2' | 'p' | 'button', className: string, text = ''): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  if (element instanceof HTMLButtonElement) element.type = 'button';
  return element;
}
