export const UPDATE_SUSPECTED = 'jufi:update-suspected';

/** Reports a failure that a page of the current version wouldn't have. An inline script then checks whether this page is older. */
export function suspectUpdate(): void {
  dispatchEvent(new Event(UPDATE_SUSPECTED));
}
