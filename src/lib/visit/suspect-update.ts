export const UPDATE_SUSPECTED = 'jufi:update-suspected';

/** Something went wrong that a page of the current version would not see. The head script looks whether this page is of an earlier one. */
export function suspectUpdate(): void {
  dispatchEvent(new Event(UPDATE_SUSPECTED));
}
