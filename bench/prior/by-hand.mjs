/**
 * Weights set by hand after logistic regressions on tuning topics of webkb and davis: fitted ones are drawn towards
 * them and compared with them.
 */
export const BY_HAND = {
  relevance: {
    bias: -4,
    anchorScore: 0.4,
    contextScore: 0.9,
    bestScore: 0.3,
    urlScore: 0.5,
    outsideMain: -0.3,
    urlDepth: -0.5,
    siblingResidual: 1.5,
    siblingScore: 1,
    groupRate: 1,
    folderRate: 0.3,
    hostRate: 0.8,
    hostScore: 0.3,
    hostFetched: -0.2,
    parentScore: 0.4,
    alike: 0.4,
  },
  hub: { bias: 0.1, groupHub: 0.7, folderHub: 0.2, hostHub: 0.3 },
};
