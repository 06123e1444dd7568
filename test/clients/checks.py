"""What the scripts of this folder share: where the service is, how something is checked, and the choice of what is run."""
import os
import sys
import uuid

url = os.environ['SERVICE_URL']
tls_url = os.environ['SERVICE_TLS_URL']
password = os.environ['SERVICE_PASSWORD']
code = os.environ['SERVICE_CODE']

held = 0


def same(found, expected):
    """Fails unless both are equal."""
    global held
    if found != expected:
        raise AssertionError(f'found {found!r}, not {expected!r}')
    held += 1


def has(record, **expected):
    """Fails unless the record has these members, and a member for each."""
    same({name: record.get(name, 'no such member') for name in expected}, expected)


def contains(text, part):
    """Fails unless the text has the part somewhere."""
    global held
    if part not in text:
        raise AssertionError(f'{part!r} is not in {text!r}')
    held += 1


def raised(kind, action):
    """What the action raised. Fails unless it is of that kind, and of no other."""
    global held
    try:
        result = action()
    except Exception as error:
        if type(error) is not kind:
            raise
        held += 1
        return error
    raise AssertionError(f'it raised nothing, and returned {result!r}')


def new_name(name):
    """A name that nothing else has."""
    return f'{name} {uuid.uuid4().hex[:12]}'


def run(steps):
    """Runs the step that is named on the command line, and prints how many checks held. A step that checked nothing fails."""
    steps[sys.argv[1]]()
    if held == 0:
        raise AssertionError('nothing was checked')
    print(f'{held} checks held')
