from _evaluator import unavailable


def _decorating(*args, **kwargs):
    return lambda thing: thing


skipIf = skipUnless = skip = _decorating


def expectedFailure(thing):
    return thing


class SkipTest(Exception):
    pass


class TestCase:
    def __init__(self, methodName="runTest"):
        unavailable("unittest.TestCase() is", ": tests are not run")

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass
