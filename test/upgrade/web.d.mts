export interface PastWeb {
  delayMs: number;
  requests: number;
  url: string;
  close(): Promise<void>;
}
export function siteUrl(site: number, page?: number): string;
export function passage(relevant: boolean, key: string): string;
export function serveWeb(delayMs?: number): Promise<PastWeb>;
