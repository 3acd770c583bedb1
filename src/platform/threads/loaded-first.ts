let url: string | null = null;

/** Makes each new thread load a module before its tasks. @param moduleUrl its URL */
export function loadFirstInThreads(moduleUrl: string): void {
  url = moduleUrl;
}

export const loadedFirst = (): string | null => url;
