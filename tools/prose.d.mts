export interface BadPlace {
  readonly line: number;
  readonly found: string;
  readonly advice: string;
}

export function badPlaces(file: string, text: string): BadPlace[];
