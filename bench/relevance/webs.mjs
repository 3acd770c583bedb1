/** The recorded webs: labels with keywords, and splits of examples and judged pages. */

const UNIVERSITIES = ['cornell.edu', 'utexas.edu', 'washington.edu', 'wisc.edu'];
const isUniversity = ({ site }) => UNIVERSITIES.includes(site);

/** A random half of the pages, for a web of one site. */
const halves = (run) => (pages, rng) => {
  const side = new Map(pages.map(({ url }) => [url, rng.next() < 0.5]));
  return { name: `half ${run}`, gives: ({ url }) => side.get(url), judged: ({ url }) => !side.get(url) };
};

export const webs = {
  webkb: {
    splits: {
      'three universities, judged on the fourth': UNIVERSITIES.map((left) => () => ({
        name: left,
        gives: (page) => isUniversity(page) && page.site !== left,
        judged: ({ site }) => site === left,
      })),
      'four universities, judged on misc': [
        () => ({ name: 'misc', gives: isUniversity, judged: (page) => !isUniversity(page) }),
      ],
      'misc, judged on the four universities': [
        () => ({ name: 'universities', gives: (page) => !isUniversity(page), judged: isUniversity }),
      ],
    },
    labels: {
      course: [
        'course',
        'lecture',
        'homework',
        'syllabus',
        'assignment',
        'exam',
        'instructor',
        'office hours',
        'class notes',
      ],
      project: [
        'project',
        'research',
        'group',
        'laboratory',
        'publications',
        'overview',
        'members',
        'technical report',
      ],
      student: ['student', 'graduate student', 'resume', 'hobbies', 'friends', 'advisor', 'home page'],
      faculty: ['professor', 'faculty', 'research interests', 'publications', 'teaching', 'department'],
      department: ['department', 'computer science', 'undergraduate', 'graduate programs', 'admissions', 'facilities'],
      staff: ['staff', 'administrator', 'programmer', 'systems', 'support'],
      other: ['page', 'list', 'index', 'links', 'information'],
    },
  },
  davis: {
    splits: { 'half of the pages, judged on the other half': [halves(1), halves(2)] },
    labels: {
      food: ['restaurant', 'food', 'menu', 'pizza', 'cafe', 'lunch', 'dinner', 'coffee', 'ice cream'],
      politics: ['politics', 'election', 'council', 'vote', 'campaign', 'mayor', 'party'],
      music_arts: ['music', 'band', 'concert', 'art', 'gallery', 'theatre', 'dance'],
      nature: ['nature', 'tree', 'bird', 'park', 'plant', 'wildlife', 'garden'],
      housing: ['housing', 'apartment', 'rent', 'landlord', 'dorm', 'lease'],
      transport: ['transportation', 'bus', 'bicycle', 'train', 'parking', 'road'],
      sports: ['sports', 'team', 'football', 'soccer', 'league', 'athletics'],
      health: ['health', 'doctor', 'clinic', 'hospital', 'medical', 'dentist'],
    },
  },
};
