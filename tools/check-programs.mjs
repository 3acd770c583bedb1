/**
 * Checks that programs without types (bench, scripts, tools) fit the code that they import: names that a file of src
 * does not export, and numbers of arguments that its functions do not take. Programs import the build, `dist`; this
 * reads the sources in its place.
 *
 * usage: node tools/check-programs.mjs
 */
import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['bench', 'scripts', 'tools'];
/** TypeScript's numbers of "no exported member", also with a suggestion, and "expected n arguments, but got m". */
const [NO_EXPORT, NO_EXPORT_BUT, WRONG_COUNT, TOO_FEW] = [2305, 2724, 2554, 2555];

const programs = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(root, folder, String(name)))
    .filter((file) => file.endsWith('.mjs') && !file.includes(`${sep}node_modules${sep}`)),
);

const { options } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, ts.sys);
Object.assign(options, { allowJs: true, checkJs: true, noEmit: true, strict: false });
const host = ts.createCompilerHost(options);
const inSources = (file) => file.replace(join(root, 'dist') + sep, join(root, 'src') + sep);
host.resolveModuleNameLiterals = (literals, importer) =>
  literals.map(({ text }) => {
    const source = text.startsWith('.') ? inSources(resolve(dirname(importer), text)) : text;
    return ts.resolveModuleName(source, importer, options, host);
  });
const program = ts.createProgram(programs, options, host);
const checker = program.getTypeChecker();

/** Whether a wrong number of arguments is that of a function of src: programs' own ones have no declared types. */
function isCallOfSource({ file, start }) {
  let call;
  const visit = (node) => {
    if (start < node.pos || start >= node.end) return;
    if (ts.isCallOrNewExpression(node)) call = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  const declaration = call && checker.getResolvedSignature(call)?.declaration;
  return declaration?.getSourceFile().fileName.startsWith(join(root, 'src') + sep) === true;
}

const faults = programs
  .flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)))
  .filter(
    (fault) =>
      [NO_EXPORT, NO_EXPORT_BUT].includes(fault.code) ||
      ([WRONG_COUNT, TOO_FEW].includes(fault.code) && isCallOfSource(fault)),
  );
for (const { file, start, messageText } of faults) {
  const line = file.getLineAndCharacterOfPosition(start).line + 1;
  process.stderr.write(
    `${relative(root, file.fileName)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}\n`,
  );
}
process.exitCode = faults.length > 0 ? 1 : 0;
