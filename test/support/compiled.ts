/** Set by `jest-environment.mjs`. */
declare const importCompiled: (file: string) => Promise<unknown>;

/**
 * A module of the compiled product, by its path in `dist`. It is loaded outside of jest's sandbox, once for all suites that a jest worker runs: in the
 * sandbox each suite would load the application anew, which takes seconds. What it exports is not what an import from `src` gives: classes differ.
 */
export const compiled = async <Module>(file: string): Promise<Module> => (await importCompiled(file)) as Module;
