/** swc's options for this project, for both the build and jest. */
export const compilerOptions = (moduleType, sourceMaps) => ({
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: moduleType },
  sourceMaps,
  swcrc: false,
});
